"""From files to the IR: declarations as they are written."""
