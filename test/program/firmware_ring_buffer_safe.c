// The handler of a UART writes received bytes into a ring buffer, unless it is full; the program reads them.
// property: memsafety
// expect: true
// options: --isr on_receive --mmio 0x40001000-0x40001003
#define SIZE 4
#define DATA (*(volatile unsigned *)0x40001000)

static volatile unsigned char buffer[SIZE];
static volatile unsigned head, tail;

void on_receive(void) {
  unsigned char byte = (unsigned char)DATA;
  unsigned next = (head + 1) % SIZE;
  if (next == tail) return;
  buffer[head] = byte;
  head = next;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    while (head == tail) {
    }
    sum += buffer[tail];
    tail = (tail + 1) % SIZE;
  }
  return sum;
}
