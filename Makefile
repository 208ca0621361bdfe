# Two commands for a newcomer: `make demo` runs the main job, `make test` every test.
# Both set up what is missing first (scripts/setup.sh).

# The product is linked without shared libraries of the Swift runtime, C++ and libdeflate where the
# platform can: it starts in a third of the time.
ifeq ($(shell uname),Linux)
STATIC_LIBRARIES := $(CURDIR)/.build/static-libraries
STATIC := -Xswiftc -static-stdlib -Xlinker -L$(STATIC_LIBRARIES) \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
endif
RELEASE := swift build -c release $(STATIC)
TOOL = $(shell swift build -c release $(STATIC) --show-bin-path)/renderaudit

.PHONY: demo test build setup lint bench judge clean print-tool

demo: build
	@$(TOOL) compare Fixtures/specs/card.json --out out/card --fail-on never
	@echo "Look at: out/card/ios/canvas-overlay.png"

build: setup
ifdef STATIC_LIBRARIES
	@scripts/static-libraries.sh $(STATIC_LIBRARIES)
endif
	@$(RELEASE) --product renderaudit

# Tests run optimised: a debug build is 15 to 40 times slower on pixels. They are built in a place of
# their own, for a change of flags builds everything anew.
test: setup
	swift test -c release -Xswiftc -enable-testing --disable-xctest --scratch-path .build/tests

setup:
	@scripts/setup.sh

lint:
	swift format lint --strict -r Sources Tests Package.swift

print-tool:
	@echo $(TOOL)

# How often diff is wrong, on labelled pairs: renderers and a browser are installed where they can be.
judge: build
	@scripts/judge/judge.sh $(TOOL)

bench: build
	@scripts/bench.sh

clean:
	rm -rf .build out
