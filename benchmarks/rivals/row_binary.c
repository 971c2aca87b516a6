/* ClickHouse's RowBinary, eight nullable columns, to column buffers: what one writes by hand for these bytes alone. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint8_t *valid; uint8_t *data; int64_t used; int32_t *offsets; } column;

static const int sizes[6] = {8, 4, 2, 8, 4, 1};

/* Rows of the bytes, or -1 where they end within one; the columns have room for `most` rows. */
int64_t read_rows(const uint8_t *at, int64_t length, column *columns, int64_t most)
{
    const uint8_t *end = at + length;
    int64_t rows = 0;
    for (; at < end; rows++) {
        if (rows == most) return -1;
        for (int n = 0; n < 6; n++) {
            column *one = columns + n;
            if (at >= end) return -1;
            uint8_t null = *at++;
            one->valid[rows] = !null;
            if (null) { memset(one->data + rows * sizes[n], 0, sizes[n]); continue; }
            if (end - at < sizes[n]) return -1;
            switch (sizes[n]) { /* so that each copy is one move */
            case 8: memcpy(one->data + rows * 8, at, 8); break;
            case 4: memcpy(one->data + rows * 4, at, 4); break;
            case 2: memcpy(one->data + rows * 2, at, 2); break;
            default: one->data[rows] = *at;
            }
            at += sizes[n];
        }
        for (int n = 6; n < 8; n++) {
            column *one = columns + n;
            if (at >= end) return -1;
            uint8_t null = *at++;
            one->valid[rows] = !null;
            if (!null) {
                uint64_t size = 0;
                for (int shift = 0;; shift += 7) {
                    if (at >= end || shift > 63) return -1;
                    uint8_t group = *at++;
                    size |= (uint64_t)(group & 127) << shift;
                    if (group < 128) break;
                }
                if (size > (uint64_t)(end - at)) return -1;
                memcpy(one->data + one->used, at, size);
                one->used += size;
                at += size;
            }
            one->offsets[rows + 1] = (int32_t)one->used;
        }
    }
    return rows;
}
