/* Each byte moves one of four items: into the list by its value, at its end, or out of it. */
#include "FreeRTOS-Kernel/list.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    List_t list;
    ListItem_t items[4];
    if (size > 16)
        return 0;
    vListInitialise(&list);
    for (int i = 0; i < 4; i++)
        vListInitialiseItem(&items[i]);
    for (size_t i = 0; i < size; i++) {
        ListItem_t *item = &items[data[i] & 3];
        int is_in = item->pxContainer != NULL;
        if (data[i] & 4) {
            if (is_in)
                uxListRemove(item);
        } else if (!is_in) {
            item->xItemValue = data[i] >= 240 ? portMAX_DELAY : data[i] >> 4;
            if (data[i] & 8)
                vListInsert(&list, item);
            else
                vListInsertEnd(&list, item);
        }
    }
    return 0;
}
