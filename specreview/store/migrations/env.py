"""Alembic's entry: runs on the connection, and in the transaction, that the store hands over."""

from alembic import context

from specreview.store.columns import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=False,
)
context.run_migrations()
