"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table."""
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("plan", sa.Text(length=16777216), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runs")),
        sa.UniqueConstraint("name", name=op.f("uq_runs_name")),
    )
    op.create_table(
        "evaluations",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("passes", sa.Integer(), nullable=False),
        sa.Column("tasks", sa.Integer(), nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_evaluations_run_id_runs")),
        sa.PrimaryKeyConstraint("run_id", "name", name=op.f("pk_evaluations")),
    )
    op.create_table(
        "policy_versions",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("update", sa.Integer(), nullable=True),
        sa.Column("checkpoint", sa.Text(length=16777216), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("published", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_policy_versions_run_id_runs")),
        sa.PrimaryKeyConstraint("run_id", "version", name=op.f("pk_policy_versions")),
        sa.UniqueConstraint("run_id", "update", name=op.f("uq_policy_versions_run_id_update")),
    )
    op.create_table(
        "task_records",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("ema", sa.Double(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("successes", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_version", sa.Integer(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("domain", sa.String(length=200), nullable=False),
        sa.Column("difficulty", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_task_records_run_id_runs")),
        sa.PrimaryKeyConstraint("run_id", "name", name=op.f("pk_task_records")),
    )
    op.create_table(
        "tasks",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("record", sa.String(length=200), nullable=False),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("body", sa.Text(length=16777216), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_tasks_run_id_runs")),
        sa.PrimaryKeyConstraint("run_id", "id", name=op.f("pk_tasks")),
    )
    op.create_index(op.f("ix_tasks_run_id_record"), "tasks", ["run_id", "record"], unique=False)
    op.create_table(
        "weight_syncs",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_weight_syncs_run_id_runs")),
        sa.PrimaryKeyConstraint("run_id", "worker", "version", name=op.f("pk_weight_syncs")),
    )
    op.create_table(
        "workers",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.Column("claims", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_workers_run_id_runs")),
        sa.PrimaryKeyConstraint("run_id", "name", name=op.f("pk_workers")),
    )
    op.create_table(
        "groups",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=250), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(length=32), nullable=False),
        sa.Column("evaluation", sa.String(length=200), nullable=True),
        sa.Column("draw", sa.Integer(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("task_id", sa.String(length=200), nullable=False),
        sa.Column("record", sa.String(length=200), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("max_turns", sa.Integer(), nullable=False),
        sa.Column("sampling", sa.Text(length=16777216), nullable=False),
        sa.Column("state", sa.String(length=32), nullable=False),
        sa.Column("filtered", sa.Boolean(), nullable=False),
        sa.Column("closed_order", sa.Integer(), nullable=True),
        sa.Column("update", sa.Integer(), nullable=True),
        sa.Column("oldest", sa.Integer(), nullable=True),
        sa.Column("newest", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["run_id", "task_id"], ["tasks.run_id", "tasks.id"], name=op.f("fk_groups_run_id_task_id_tasks")
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_groups_run_id_runs")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_groups")),
        sa.UniqueConstraint("id", name=op.f("uq_groups_id")),
        sa.UniqueConstraint("run_id", "draw", "position", name=op.f("uq_groups_run_id_draw_position")),
    )
    op.create_index(op.f("ix_groups_evaluation"), "groups", ["evaluation"], unique=False)
    op.create_index(op.f("ix_groups_run_id_closed_order"), "groups", ["run_id", "closed_order"], unique=False)
    op.create_index(
        op.f("ix_groups_run_id_origin_state"), "groups", ["run_id", "origin", "state"], unique=False
    )
    op.create_index(op.f("ix_groups_run_id_update"), "groups", ["run_id", "update"], unique=False)
    op.create_table(
        "leases",
        sa.Column("id", sa.String(length=250), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("group_seq", sa.Integer(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=32), nullable=False),
        sa.Column("worker", sa.String(length=200), nullable=True),
        sa.Column("given", sa.Double(), nullable=True),
        sa.Column("expires", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["group_seq"], ["groups.seq"], name=op.f("fk_leases_group_seq_groups")),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_leases_run_id_runs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leases")),
        sa.UniqueConstraint(
            "group_seq", "member", "attempt", name=op.f("uq_leases_group_seq_member_attempt")
        ),
    )
    op.create_index(
        op.f("ix_leases_run_id_state_priority_group_seq_member"),
        "leases",
        ["run_id", "state", "priority", "group_seq", "member"],
        unique=False,
    )
    op.create_table(
        "failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("lease_id", sa.String(length=250), nullable=False),
        sa.Column("failure", sa.String(length=32), nullable=False),
        sa.Column("detail", sa.Text(length=16777216), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["lease_id"], ["leases.id"], name=op.f("fk_failures_lease_id_leases")),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_failures_run_id_runs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_failures")),
        sa.UniqueConstraint("lease_id", name=op.f("uq_failures_lease_id")),
    )
    op.create_index(op.f("ix_failures_run_id"), "failures", ["run_id"], unique=False)
    op.create_table(
        "trajectories",
        sa.Column("id", sa.String(length=250), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("group_seq", sa.Integer(), nullable=True),
        sa.Column("lease_id", sa.String(length=250), nullable=True),
        sa.Column("task_id", sa.String(length=200), nullable=False),
        sa.Column("origin", sa.String(length=32), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=32), nullable=False),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("success", sa.Boolean(), nullable=True),
        sa.Column("reward", sa.Double(), nullable=True),
        sa.Column("advantage", sa.Double(), nullable=True),
        sa.Column("failure", sa.String(length=32), nullable=True),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("oldest", sa.Integer(), nullable=True),
        sa.Column("newest", sa.Integer(), nullable=True),
        sa.Column("body", sa.Text(length=16777216), nullable=False),
        sa.Column("recorded", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["group_seq"], ["groups.seq"], name=op.f("fk_trajectories_group_seq_groups")),
        sa.ForeignKeyConstraint(["lease_id"], ["leases.id"], name=op.f("fk_trajectories_lease_id_leases")),
        sa.ForeignKeyConstraint(
            ["run_id", "task_id"],
            ["tasks.run_id", "tasks.id"],
            name=op.f("fk_trajectories_run_id_task_id_tasks"),
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_trajectories_run_id_runs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trajectories")),
        sa.UniqueConstraint("lease_id", name=op.f("uq_trajectories_lease_id")),
    )
    op.create_index(op.f("ix_trajectories_group_seq"), "trajectories", ["group_seq"], unique=False)
    op.create_index(
        op.f("ix_trajectories_run_id_origin_status"),
        "trajectories",
        ["run_id", "origin", "status"],
        unique=False,
    )
    op.create_table(
        "consumptions",
        sa.Column("trajectory_id", sa.String(length=250), nullable=False),
        sa.Column("reason", sa.String(length=32), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("update", sa.Integer(), nullable=True),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_consumptions_run_id_runs")),
        sa.ForeignKeyConstraint(
            ["trajectory_id"], ["trajectories.id"], name=op.f("fk_consumptions_trajectory_id_trajectories")
        ),
        sa.PrimaryKeyConstraint("trajectory_id", "reason", name=op.f("pk_consumptions")),
    )
    op.create_index(op.f("ix_consumptions_run_id_update"), "consumptions", ["run_id", "update"], unique=False)
    op.create_table(
        "turns",
        sa.Column("trajectory_id", sa.String(length=250), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.Text(length=16777216), nullable=False),
        sa.Column("tokens", sa.LargeBinary(length=16777216), nullable=True),
        sa.ForeignKeyConstraint(
            ["trajectory_id"], ["trajectories.id"], name=op.f("fk_turns_trajectory_id_trajectories")
        ),
        sa.PrimaryKeyConstraint("trajectory_id", "number", name=op.f("pk_turns")),
    )


def downgrade() -> None:
    """Drop every table."""
    op.drop_table("turns")
    op.drop_index(op.f("ix_consumptions_run_id_update"), table_name="consumptions")
    op.drop_table("consumptions")
    op.drop_index(op.f("ix_trajectories_run_id_origin_status"), table_name="trajectories")
    op.drop_index(op.f("ix_trajectories_group_seq"), table_name="trajectories")
    op.drop_table("trajectories")
    op.drop_index(op.f("ix_failures_run_id"), table_name="failures")
    op.drop_table("failures")
    op.drop_index(op.f("ix_leases_run_id_state_priority_group_seq_member"), table_name="leases")
    op.drop_table("leases")
    op.drop_index(op.f("ix_groups_run_id_update"), table_name="groups")
    op.drop_index(op.f("ix_groups_run_id_origin_state"), table_name="groups")
    op.drop_index(op.f("ix_groups_run_id_closed_order"), table_name="groups")
    op.drop_index(op.f("ix_groups_evaluation"), table_name="groups")
    op.drop_table("groups")
    op.drop_table("workers")
    op.drop_table("weight_syncs")
    op.drop_index(op.f("ix_tasks_run_id_record"), table_name="tasks")
    op.drop_table("tasks")
    op.drop_table("task_records")
    op.drop_table("policy_versions")
    op.drop_table("evaluations")
    op.drop_table("runs")
