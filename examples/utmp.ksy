meta:
  id: utmp
  title: Login records of Linux
  file-extension: utmp
  license: CC0-1.0
  endian: le
  encoding: UTF-8
doc: |
  Who is and was logged in: `/var/run/utmp`, `/var/log/wtmp` and `/var/log/btmp` of Linux on 64-bit processors, records of 384 bytes
  one after another, as `utmp(5)` describes them.
seq:
  - id: records
    type: record
    repeat: eos
    doc: The records, in files that grow the oldest first.
types:
  record:
    doc: Something that happened on a terminal.
    seq:
      - id: type
        type: s2
        enum: kind
        doc: What the record is about.
      - id: gap
        size: 2
        doc: So that what follows is aligned.
      - id: pid
        type: s4
        doc: The process that logged in.
      - id: line
        type: str
        size: 32
        terminator: 0
        doc: The terminal, without `/dev/`.
      - id: id
        type: str
        size: 4
        terminator: 0
        doc: The end of the terminal's name, or an id of init's.
      - id: user
        type: str
        size: 32
        terminator: 0
        doc: The user's name.
      - id: host
        type: str
        size: 256
        terminator: 0
        doc: Where the user comes from; of system records the version of the kernel.
      - id: termination
        type: s2
        doc: The signal that ended the process.
      - id: exit
        type: s2
        doc: The status that it ended with.
      - id: session
        type: s4
        doc: The session's number.
      - id: seconds
        type: s4
        doc: When it was, in seconds since 1970.
      - id: microseconds
        type: s4
        doc: And so many microseconds.
      - id: address
        size: 16
        doc: Address of the host; one of IPv4 takes the first four bytes.
      - id: reserved
        size: 20
        doc: Kept for later.
    instances:
      time:
        value: seconds * 1000000 + microseconds
        -type: {timestamp: us}
        doc: When it was.
enums:
  kind:
    0: {id: empty, doc: Nothing.}
    1: {id: run_level, doc: The system changed its run level.}
    2: {id: boot_time, doc: The system was booted.}
    3: {id: new_time, doc: 'The clock was set: this is the new time.'}
    4: {id: old_time, doc: And this the old one.}
    5: {id: init_process, doc: Init began a process.}
    6: {id: login_process, doc: A terminal waits for a login.}
    7: {id: user_process, doc: A user logged in.}
    8: {id: dead_process, doc: A process ended.}
    9: {id: accounting, doc: Not used.}
-views:
  records:
    default: true
    doc: One row per record.
    each: records[*]
    columns:
      - {id: kind, value: _.type, doc: What the record is about.}
      - {id: time, value: _.time, doc: When it was.}
      - {id: user, value: _.user, doc: The user's name.}
      - {id: line, value: _.line, doc: 'The terminal, without `/dev/`.'}
      - {id: host, value: _.host, doc: Where the user comes from.}
      - {id: pid, value: _.pid, doc: The process that logged in.}
      - {id: session, value: _.session, doc: The session's number.}
      - {id: address, value: _.address, doc: Address of the host.}
