"""`scalecua config`: the resolved tree and its schema."""

import typer

from scalecua.cli.options import Files, Json, Settings, emit

app = typer.Typer(no_args_is_help=True, help="Show a resolved configuration, or the schema of all of them.")


@app.command("show")
def show(files: Files = None, settings: Settings = None, as_json: Json = False) -> None:
    """Print the whole configuration as one run would use it."""
    from scalecua.config.dump import to_toml
    from scalecua.config.load import load

    config = load(files or [], settings or [])
    if as_json:
        emit(config.model_dump(mode="json"))
    else:
        typer.echo(to_toml(config), nl=False)


@app.command("schema")
def schema() -> None:
    """Print the JSON Schema of a configuration."""
    from scalecua.config.tree import Config

    emit(Config.model_json_schema())
