"""What all tables share: the metadata, constraint names, and column types that fit every database."""

from typing import Annotated

from sqlalchemy import Double, LargeBinary, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, mapped_column

# Lengths matter to MySQL alone: it indexes no unbounded string, and picks LONGTEXT and LONGBLOB by size.
HUGE = 2**24

Name = Annotated[str, mapped_column(String(200))]
Key = Annotated[str, mapped_column(String(250))]
Word = Annotated[str, mapped_column(String(32))]
Digest = Annotated[str, mapped_column(String(64))]
Long = Annotated[str, mapped_column(Text(HUGE))]
Packed = Annotated[bytes, mapped_column(LargeBinary(HUGE))]
Real = Annotated[float, mapped_column(Double)]


class Base(DeclarativeBase):
    """Base of every row; constraints have names so that a migration can drop them anywhere."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
