# Calls a Python handler of a skill once, and writes what comes of it to descriptor 3, as {"result"} or {"error"}. A handler
# whose parameters are those of the tool is called with keywords, any other one with its arguments and a context.
# Usage: call-handler.py, with {"skill", "entrypoint", "handler", "parameters", "arguments"} as JSON on the input.
import asyncio
import importlib.util
import inspect
import json
import os
import pathlib
import sys
import types


def load(path):
    spec = importlib.util.spec_from_file_location("skill_module", path)
    if spec is None:
        raise ImportError(f"{path} is no file of Python")
    module = importlib.util.module_from_spec(spec)
    # Where Python itself would look for what a script imports.
    sys.path[0] = os.path.dirname(path)
    sys.modules["skill_module"] = module
    spec.loader.exec_module(module)
    return module


def takes_keywords(handler, names):
    parameters = inspect.signature(handler).parameters.values()
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
        return True
    named = [one for one in parameters if one.kind is not inspect.Parameter.VAR_POSITIONAL]
    return all(one.name in names or one.default is not inspect.Parameter.empty for one in named)


def context(skill):
    def execute_tool(tool, *_):
        raise RuntimeError(f'There is no host that runs the tool "{tool}".')

    host = types.SimpleNamespace(execute_tool=execute_tool)
    return types.SimpleNamespace(cwd=pathlib.Path.cwd(), skill_dir=pathlib.Path(skill), host=host)


def call(request):
    given = request["arguments"]
    module = load(os.path.join(request["skill"], request["entrypoint"]))
    handler = getattr(module, request["handler"], None)
    if not callable(handler):
        raise AttributeError(f'{request["entrypoint"]} has no function "{request["handler"]}"')
    if takes_keywords(handler, set(request["parameters"])):
        result = handler(**given)
    else:
        wanted = len(inspect.signature(handler).parameters)
        result = handler(*[given, context(request["skill"])][:wanted])
    return asyncio.run(result) if inspect.iscoroutine(result) else result


def main():
    request = json.load(sys.stdin)
    try:
        outcome = json.dumps({"result": call(request)}, allow_nan=False)
    except (Exception, SystemExit) as error:
        outcome = json.dumps({"error": {"type": type(error).__name__, "message": str(error)}})
    with os.fdopen(3, "w") as output:
        output.write(outcome)
    sys.stdout.flush()
    # A thread that the handler left would keep the process.
    os._exit(0)


main()
