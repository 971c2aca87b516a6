"""The operations of the kernel, in groups: loops over a block's elements. They take and give integers and addresses
only."""
