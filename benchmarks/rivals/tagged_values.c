/* Values with a tag and a length, in any order, to column buffers: a loop for these bytes alone. */
#include <stdint.h>
#include <string.h>

typedef struct { uint8_t *valid; uint8_t *data; int64_t used; int32_t *offsets; } column;

/* Rows of the bytes, or -1 where they end within one; the columns have room for `most` rows. */
int64_t read_rows(const uint8_t *at, int64_t length, column *columns, int64_t most)
{
    const uint8_t *end = at + length;
    int64_t rows = 0;
    column *tags = columns, *numbers = columns + 1, *prices = columns + 2, *names = columns + 3;
    for (; at < end; rows++) {
        if (rows == most || end - at < 2) return -1;
        uint8_t tag = at[0], size = at[1];
        at += 2;
        if (end - at < size) return -1;
        tags->data[rows] = tag;
        tags->valid[rows] = 1;
        numbers->valid[rows] = tag == 1;
        prices->valid[rows] = tag == 2;
        names->valid[rows] = tag == 3;
        memset(numbers->data + 8 * rows, 0, 8);
        memset(prices->data + 8 * rows, 0, 8);
        if (tag == 1 || tag == 2) {
            if (size != 8) return -1;
            memcpy((tag == 1 ? numbers : prices)->data + 8 * rows, at, 8);
        } else if (tag == 3) {
            memcpy(names->data + names->used, at, size);
            names->used += size;
        }
        names->offsets[rows + 1] = (int32_t)names->used;
        at += size;
    }
    return rows;
}
