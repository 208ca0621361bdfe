internal import CommandLineTool

Tool.run()
