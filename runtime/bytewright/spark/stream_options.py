"""What a stream of files may be told, by the names of Spark's own file source, and what it says of files that grow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bytewright.errors import OptionError
from bytewright.io.file_listing import absolute, is_below
from bytewright.io.filesystems import is_remote
from bytewright.spark.option_values import flag, seconds, size, wrong

STREAM_NAMES = (
    "follow",
    "maxFilesPerTrigger",
    "maxBytesPerTrigger",
    "latestFirst",
    "maxFileAge",
    "fileNameOnly",
    "cleanSource",
    "sourceArchiveDir",
    "failOnDataLoss",
    "stateLocation",
)
"""Options of streams only."""

MAX_FILE_AGE = 7 * 86400
"""Default of ``maxFileAge`` in seconds, as in Spark."""

FOLLOWED = 1 << 30
"""Default of ``maxBytesPerTrigger`` for logs that are followed: the driver walks over what a batch has."""

_FOREVER = 1 << 40

Cleaning = Literal["off", "archive", "delete"]
CLEANING: tuple[Cleaning, ...] = ("off", "archive", "delete")


@dataclass(frozen=True, slots=True)
class StreamOptions:
    """The options of one stream, checked.

    Attributes:
        given: the name of one that was given; empty where none was.
        follow: whether files are logs that grow, of which what has come is read; otherwise each is read once.
        max_files: how many new files a batch has at most; None: all.
        max_bytes: bytes that the files of a batch have at most, but for the first one; None: all.
        latest_first: whether the newest files are read first, and no age makes a file old.
        max_file_age: seconds that a file may be older than the newest one that was read, and still be new.
        file_name_only: whether files of one name are one file, wherever they are.
        cleaning: what becomes of files that have been read.
        archive: the directory that ``cleaning`` moves them to.
        fail_on_data_loss: whether a file that is gone before it was read is an error, not a warning.
        state: a directory that keeps what has been read, in place of the checkpoint; None: the checkpoint does.
    """

    given: str = ""
    follow: bool = False
    max_files: int | None = None
    max_bytes: int | None = None
    latest_first: bool = False
    max_file_age: int = MAX_FILE_AGE
    file_name_only: bool = False
    cleaning: Cleaning = "off"
    archive: str | None = None
    fail_on_data_loss: bool = True
    state: str | None = None

    @classmethod
    def parse(cls, values: Mapping[str, str], paths: tuple[str, ...]) -> StreamOptions | None:
        """Check what the user gave.

        Args:
            values: options by the names that we know.
            paths: what the stream reads.

        Returns:
            The options; None where none was given.

        Raises:
            OptionError: one has a wrong value, or two contradict each other.
        """
        given = [name for name in STREAM_NAMES if name in values]
        if not given:
            return None
        if "maxFilesPerTrigger" in values and "maxBytesPerTrigger" in values:
            raise OptionError("maxFilesPerTrigger and maxBytesPerTrigger can't both be set")
        cleaning = _cleaning(values)
        archive = values.get("sourceArchiveDir")
        if (cleaning == "archive") != (archive is not None):
            raise OptionError(
                "options cleanSource and sourceArchiveDir",
                expected="cleanSource=archive with a directory in sourceArchiveDir",
                found=f"cleanSource={cleaning}" + (" without one" if archive is None else " with one"),
            )
        if archive is not None and any(is_remote(archive) != is_remote(one) for one in paths):
            raise wrong("sourceArchiveDir", "a directory in the file system of what is read", archive)
        directories: list[str | None] = []
        for name in ("sourceArchiveDir", "stateLocation"):
            kept = absolute(values[name])[0] if name in values else None
            if kept is not None and any(is_below(kept, one) for one in paths):
                raise wrong(name, "a directory outside of what is read", values[name])
            directories.append(kept)
        follow = flag(values, "follow")
        unfit = [name for name in ("latestFirst", "fileNameOnly", "cleanSource") if name in values]
        if follow and unfit:
            raise OptionError(f"option {unfit[0]} is for streams of new files, not for logs that are followed")
        latest_first = flag(values, "latestFirst")
        default = FOLLOWED if follow and "maxFilesPerTrigger" not in values else 0
        return cls(
            given=given[0],
            follow=follow,
            max_files=size(values, "maxFilesPerTrigger", 0, least=1) or None,
            max_bytes=size(values, "maxBytesPerTrigger", default, least=1) or None,
            latest_first=latest_first,
            max_file_age=_FOREVER if latest_first else seconds(values, "maxFileAge", MAX_FILE_AGE),
            file_name_only=flag(values, "fileNameOnly"),
            cleaning=cleaning,
            archive=directories[0],
            fail_on_data_loss=flag(values, "failOnDataLoss", default=True),
            state=directories[1],
        )


def _cleaning(values: Mapping[str, str]) -> Cleaning:
    given = values.get("cleanSource", "off").lower()
    for choice in CLEANING:
        if choice == given:
            return choice
    raise wrong("cleanSource", "one of " + ", ".join(CLEANING), values["cleanSource"])
