"""Run by alembic: applies the migrations on the connection that the store hands over."""

from alembic import context

from scalecua.store.schema import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
