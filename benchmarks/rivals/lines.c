/* Lines of three texts with commas between them, to column buffers: a loop for these bytes alone. */
#include <stdint.h>
#include <string.h>

typedef struct { uint8_t *valid; uint8_t *data; int64_t used; int32_t *offsets; } column;

/* Rows of the bytes, or -1 where they end within one; the columns have room for `most` rows. */
int64_t read_rows(const uint8_t *at, int64_t length, column *columns, int64_t most)
{
    const uint8_t *end = at + length;
    int64_t rows = 0;
    for (; at < end; rows++) {
        if (rows == most) return -1;
        for (int n = 0; n < 3; n++) {
            column *one = columns + n;
            const uint8_t *mark = memchr(at, n < 2 ? ',' : '\n', end - at);
            if (!mark) return -1;
            memcpy(one->data + one->used, at, mark - at);
            one->used += mark - at;
            one->offsets[rows + 1] = (int32_t)one->used;
            at = mark + 1;
        }
    }
    return rows;
}
