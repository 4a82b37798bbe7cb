"""Whether a database lies on a network disk, where SQLite's shared-memory log is unsafe."""

from pathlib import Path

MOUNTS = Path("/proc/self/mounts")

NETWORK = frozenset(
    [
        "9p",
        "afpfs",
        "afs",
        "autofs",
        "beegfs",
        "ceph",
        "cifs",
        "davfs",
        "drvfs",
        "fuse.ceph",
        "fuse.glusterfs",
        "fuse.rclone",
        "fuse.s3fs",
        "fuse.sshfs",
        "gfs2",
        "glusterfs",
        "gpfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "ocfs2",
        "orangefs",
        "panfs",
        "prl_fs",
        "pvfs2",
        "smb2",
        "smb3",
        "smbfs",
        "vboxsf",
        "virtiofs",
        "vmhgfs",
        "fuse.vmhgfs-fuse",
    ]
)
"""File systems on which several machines (or a guest and its host) can write one file."""


def fs_type(path: Path, mounts: Path = MOUNTS) -> str:
    """File system type under `path`, "" where the system does not say (macOS, Windows)."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    best, kind = "", ""
    for line in lines:
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        folder = fields[1].encode().decode("unicode_escape")
        if len(folder) >= len(best) and _holds(folder, path):
            best, kind = folder, fields[2]
    return kind


def _holds(folder: str, path: Path) -> bool:
    return path.resolve().is_relative_to(folder)


def is_network(kind: str) -> bool:
    """Whether a file system of this type may be shared with another machine."""
    return kind.lower() in NETWORK
