internal import CommandLineTool

Tool.main()
