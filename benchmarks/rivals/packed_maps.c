/* Maps of MessagePack with the same three keys, to column buffers: a loop for these bytes alone. */
#include <stdint.h>
#include <string.h>

typedef struct { uint8_t *valid; uint8_t *data; int64_t used; int32_t *offsets; } column;

static const uint8_t heads[3][7] = {
    {0x83, 0xa2, 'i', 'd'}, {0xa5, 'p', 'r', 'i', 'c', 'e', 0xcb}, {0xa4, 'n', 'a', 'm', 'e'},
};

/* Rows of the bytes, or -1 where they end within one; the columns have room for `most` rows. */
int64_t read_rows(const uint8_t *at, int64_t length, column *columns, int64_t most)
{
    const uint8_t *end = at + length;
    int64_t rows = 0;
    column *ids = columns, *prices = columns + 1, *names = columns + 2;
    for (; at < end; rows++) {
        if (rows == most || end - at < 5 || memcmp(at, heads[0], 4)) return -1;
        uint8_t head = at[4];
        at += 5;
        int64_t id;
        if (head < 0x80) {
            id = head;
        } else {
            if (head < 0xcc || head > 0xce) return -1;
            int size = 1 << (head - 0xcc);
            if (end - at < size) return -1;
            uint16_t two;
            uint32_t four;
            switch (size) {
            case 1: id = *at; break;
            case 2: memcpy(&two, at, 2); id = __builtin_bswap16(two); break;
            default: memcpy(&four, at, 4); id = __builtin_bswap32(four);
            }
            at += size;
        }
        memcpy(ids->data + 8 * rows, &id, 8);
        if (end - at < 21 || memcmp(at, heads[1], 7) || memcmp(at + 15, heads[2], 5)) return -1;
        uint64_t price;
        memcpy(&price, at + 7, 8);
        price = __builtin_bswap64(price);
        memcpy(prices->data + 8 * rows, &price, 8);
        head = at[20];
        at += 21;
        int64_t size = head & 31;
        if (head == 0xd9) {
            if (at >= end) return -1;
            size = *at++;
        } else if (head < 0xa0 || head > 0xbf) {
            return -1;
        }
        if (end - at < size) return -1;
        memcpy(names->data + names->used, at, size);
        names->used += size;
        names->offsets[rows + 1] = (int32_t)names->used;
        at += size;
    }
    return rows;
}
