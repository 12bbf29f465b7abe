// A driver sorts the packets of a stream into rows. Can the first row that should stay empty be filled? [APC]
//
// As in the paper's listing, but that one has an array of C# with any two sizes. Here it has any number
// of rows and 64 columns. In both, an access outside of it ends the path, so this is the listing for
// all arrays of 64 columns: what is reachable here is reachable there, and the 21 columns that the
// target needs are among the 64. The casts to `int` of what is an `int` are left out.
// By hand: MAX_PACKET = 2, PACKET_SIZE = 21, packets.length = 128 (two rows), and the stream has one
// packet, which says that its row is 1 and starts with 7: buffer = 1, 1, 7 and twenty times 0.
// The question is in specs/papers/windriver.yaml.
extern void reach_error(void);

void WinDriver(int packets[][64], int buffer[], int MAX_PACKET, int PACKET_SIZE) {
    for (int i = 0; i < MAX_PACKET; ++i)
        for (int j = 0; j < PACKET_SIZE; j++)
            packets[i][j] = 0;
    int number_of_packets = buffer[0];
    if (number_of_packets > MAX_PACKET || number_of_packets < 0)
        return;
    for (int i = 0; i < number_of_packets; i++) {
        int packet_id = buffer[i * (PACKET_SIZE + 1) + 1];
        if (packet_id >= MAX_PACKET || packet_id < 0)
            return;
        for (int j = 0; j < PACKET_SIZE; j++)
            packets[packet_id][j] = buffer[i * (PACKET_SIZE + 1) + j + 2];
    }
    if (number_of_packets < MAX_PACKET && packets[number_of_packets][0] != 0 && PACKET_SIZE > 20)
        reach_error();
}
