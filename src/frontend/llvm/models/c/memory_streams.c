// fmemopen (POSIX) as in the GNU C library since version 2.22. In a program that uses it, each call of a function of
// stdio.h asks whether its stream is one of these (memory_streams.h), and becomes a call of a function of this file
// if so.
//
// A stream keeps its output until it is flushed. It reads its memory when the program asks for input: the real
// stream may do that earlier, and the verdict prints the assumption that this makes no difference.

enum { stream_buffer = 8192 };  // BUFSIZ
enum { bad_file = 9, no_space = 28 };
enum { neither, input, output, failed_seek };

struct memory_stream {
  char *memory;
  size_t size;
  size_t at;    // position of the next character, without the waiting output
  size_t end;   // one more than the last position that was written; the size of the memory if it is only read
  char *waiting;  // output that is not in memory yet
  size_t count;   // its length
  int is_open;
  int owns_memory;
  int can_read;
  int can_write;
  int appends;
  int has_ended;
  int has_failed;
  int last;  // what the last operation was
};

// After fseek has failed, the position is the one from which the real stream has read ahead.
#define IS_USABLE                                                                  \
  if (stream->is_open == 0) __pendulum_unsupported("use of a closed stream");      \
  if (stream->last == failed_seek) __pendulum_unsupported("use of a stream of fmemopen after fseek has failed");

static char __pendulum_waiting[3][stream_buffer];
static struct memory_stream __pendulum_stream0, __pendulum_stream1, __pendulum_stream2;

//: fmemopen: a stream that reads and writes memory, for at most 3 streams at a time
void *fmemopen(void *memory, size_t size, const char *mode) {
  struct memory_stream *stream;
  int updates = mode[0] != 0 && (mode[1] == '+' || (mode[1] == 'b' && mode[2] == '+'));
  if (CANNOT_COPY(size)) return 0;
  if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
    __pendulum_errno = invalid_argument;
    return 0;
  }
  if (size == 0) __pendulum_unsupported("fmemopen of no byte");
  if (__pendulum_stream0.is_open == 0) {
    stream = &__pendulum_stream0;
    stream->waiting = __pendulum_waiting[0];
  } else if (__pendulum_stream1.is_open == 0) {
    stream = &__pendulum_stream1;
    stream->waiting = __pendulum_waiting[1];
  } else {
    if (__pendulum_stream2.is_open) __pendulum_unsupported("more than 3 streams of fmemopen");
    stream = &__pendulum_stream2;
    stream->waiting = __pendulum_waiting[2];
  }
  stream->owns_memory = memory == 0;
  if (memory == 0) {
    memory = malloc(size);
    *(char *)memory = 0;
  } else if (mode[0] == 'w' && mode[1] == '+') {
    *(char *)memory = 0;
  }
  stream->memory = memory;
  stream->size = size;
  stream->at = 0;
  stream->end = mode[0] == 'r' ? size : 0;
  stream->appends = mode[0] == 'a';
  if (stream->appends && stream->owns_memory == 0) {
    while (stream->end < size && stream->memory[stream->end] != 0) ++stream->end;
    stream->at = stream->end;
  }
  stream->count = 0;
  stream->can_read = mode[0] == 'r' || updates;
  stream->can_write = mode[0] != 'r' || updates;
  stream->has_ended = 0;
  stream->has_failed = 0;
  stream->last = neither;
  stream->is_open = 1;
  return stream;
}

//: __pendulum_memory_stream: [part] the stream of fmemopen that a stream is; null if there is none
void *__pendulum_memory_stream(const void *stream) {
  if (stream == &__pendulum_stream0) return &__pendulum_stream0;
  if (stream == &__pendulum_stream1) return &__pendulum_stream1;
  return stream == &__pendulum_stream2 ? &__pendulum_stream2 : 0;
}

// The output in memory ends with a zero if there is space for it.
static int __pendulum_flush_memory(struct memory_stream *stream) {
  size_t at = stream->appends ? stream->end : stream->at;
  size_t count = stream->count;
  int adds_zero;
  int result = 0;
  size_t i;
  if (stream->is_open == 0) __pendulum_unsupported("use of a closed stream");
  if (count == 0) return 0;
  adds_zero = stream->waiting[count - 1] != 0;
  stream->count = 0;
  if (at + count > stream->size) {
    if (stream->appends) __pendulum_unsupported("output that does not fit at the end of the memory of fmemopen");
    stream->has_failed = 1;
    result = -1;
    if (stream->at + adds_zero >= stream->size) {
      __pendulum_errno = no_space;
      return -1;
    }
    count = stream->size - at;
  }
  for (i = 0; i < count; ++i) stream->memory[at + i] = stream->waiting[i];
  stream->at = at + count;
  if (stream->at > stream->end) {
    stream->end = stream->at;
    if (stream->end < stream->size && adds_zero)
      stream->memory[stream->end] = 0;
    else if (stream->appends == 0 && adds_zero)
      stream->memory[stream->size - 1] = 0;
  }
  return result;
}

// Can the next operation be output?
static int __pendulum_begins_output(struct memory_stream *stream) {
  IS_USABLE
  if (stream->last == input && stream->has_ended == 0)
    __pendulum_unsupported("output directly after input of a stream of fmemopen");
  if (stream->can_write == 0) {
    stream->has_failed = 1;
    __pendulum_errno = bad_file;
    return 0;
  }
  stream->last = output;
  return 1;
}

static int __pendulum_put_memory(struct memory_stream *stream, char c) {
  if (stream->count == stream_buffer) __pendulum_unsupported("more output than a stream buffers");
  stream->waiting[stream->count] = c;
  ++stream->count;
  return (unsigned char)c;
}

// Can the next operation be input?
static int __pendulum_begins_input(struct memory_stream *stream) {
  IS_USABLE
  if (stream->last == output) __pendulum_unsupported("input directly after output of a stream of fmemopen");
  if (stream->can_read == 0) {
    stream->has_failed = 1;
    __pendulum_errno = bad_file;
    return 0;
  }
  stream->last = input;
  return 1;
}

static int __pendulum_get_memory(struct memory_stream *stream) {
  char c;
  if (stream->has_ended) return -1;
  if (stream->at >= stream->end) {
    stream->has_ended = 1;
    return -1;
  }
  c = stream->memory[stream->at];
  ++stream->at;
  return (unsigned char)c;
}

//: __pendulum_memory_fputc: [part] fputc for memory
int __pendulum_memory_fputc(int c, struct memory_stream *stream) {
  if (!__pendulum_begins_output(stream)) return -1;
  return __pendulum_put_memory(stream, (char)c);
}

//: __pendulum_memory_fputs: [part] fputs for memory
int __pendulum_memory_fputs(const char *s, struct memory_stream *stream) {
  size_t i;
  if (s[0] == 0) return 1;
  if (!__pendulum_begins_output(stream)) return -1;
  for (i = 0; s[i] != 0; ++i) __pendulum_put_memory(stream, s[i]);
  return 1;
}

//: __pendulum_memory_fwrite: [part] fwrite for memory
size_t __pendulum_memory_fwrite(const char *s, size_t size, size_t n, struct memory_stream *stream) {
  size_t i;
  if (size == 0 || n == 0) return 0;
  if (!__pendulum_begins_output(stream)) return 0;
  for (i = 0; i < size * n; ++i) __pendulum_put_memory(stream, s[i]);
  return n;
}

// `length` characters of `text`, which is freed.
//: __pendulum_memory_print: [part] fprintf for memory
int __pendulum_memory_print(struct memory_stream *stream, char *text, int length) {
  int i;
  int result = length;
  if (stream->can_write == 0 || length > 0) {
    if (!__pendulum_begins_output(stream)) result = -1;
    for (i = 0; result >= 0 && i < length; ++i) __pendulum_put_memory(stream, text[i]);
  }
  free(text);
  return result;
}

//: __pendulum_memory_fgetc: [part] fgetc for memory
int __pendulum_memory_fgetc(struct memory_stream *stream) {
  if (!__pendulum_begins_input(stream)) return -1;
  return __pendulum_get_memory(stream);
}

// The real stream puts back another character than the last one by other means.
//: __pendulum_memory_ungetc: [part] ungetc for memory
int __pendulum_memory_ungetc(int c, struct memory_stream *stream) {
  if (c == -1) return -1;
  if (stream->is_open == 0 || stream->last != input || stream->at == 0 || stream->at > stream->end ||
      stream->memory[stream->at - 1] != (char)c)
    __pendulum_unsupported("ungetc of another character than the last one");
  --stream->at;
  stream->has_ended = 0;
  return (unsigned char)c;
}

//: __pendulum_memory_fgets: [part] fgets for memory
char *__pendulum_memory_fgets(char *s, int n, struct memory_stream *stream) {
  int i = 0;
  int c = 0;
  if (n <= 0) return 0;
  if (n == 1) {
    s[0] = 0;
    return s;
  }
  if (!__pendulum_begins_input(stream)) return 0;
  while (i < n - 1 && c != '\n') {
    c = __pendulum_get_memory(stream);
    if (c == -1) break;
    s[i] = (char)c;
    ++i;
  }
  if (i == 0) return 0;
  s[i] = 0;
  return s;
}

//: __pendulum_memory_fread: [part] fread for memory
size_t __pendulum_memory_fread(char *s, size_t size, size_t n, struct memory_stream *stream) {
  size_t i;
  if (size == 0 || n == 0) return 0;
  if (!__pendulum_begins_input(stream)) return 0;
  for (i = 0; i < size * n; ++i) {
    int c = __pendulum_get_memory(stream);
    if (c == -1) break;
    s[i] = (char)c;
  }
  return i / size;
}

// Of streams of fmemopen, and of all of them if `stream` is null.
//: __pendulum_memory_fflush: [part] fflush for memory
int __pendulum_memory_fflush(struct memory_stream *stream) {
  if (stream->last == output) stream->last = neither;
  return __pendulum_flush_memory(stream);
}

//: __pendulum_flush_all_memory: [part] flushes all streams if `stream` is null
void __pendulum_flush_all_memory(const void *stream) {
  if (stream != 0) return;
  if (__pendulum_stream0.is_open) __pendulum_memory_fflush(&__pendulum_stream0);
  if (__pendulum_stream1.is_open) __pendulum_memory_fflush(&__pendulum_stream1);
  if (__pendulum_stream2.is_open) __pendulum_memory_fflush(&__pendulum_stream2);
}

static int __pendulum_seek_memory(struct memory_stream *stream, long offset, int whence) {
  long base;
  int has_failed;
  if (whence < 0 || whence > 2) {
    __pendulum_errno = invalid_argument;
    return -1;
  }
  if (whence == 1 && (stream->last == output || stream->last == failed_seek))
    __pendulum_unsupported("fseek from the current position of a stream of fmemopen after output");
  if (__pendulum_flush_memory(stream) != 0) return -1;
  stream->last = neither;
  base = whence == 0 ? 0 : whence == 1 ? (long)stream->at : (long)stream->end;
  if (__builtin_add_overflow(base, offset, &offset) || offset < 0 || (size_t)offset > stream->size) {
    stream->last = failed_seek;
    __pendulum_errno = invalid_argument;
    return -1;
  }
  stream->at = (size_t)offset;
  stream->has_ended = 0;
  return 0;
}

//: __pendulum_memory_fseek: [part] fseek for memory
int __pendulum_memory_fseek(struct memory_stream *stream, long offset, int whence) {
  return __pendulum_seek_memory(stream, offset, whence);
}

//: __pendulum_memory_rewind: [part] rewind for memory
void __pendulum_memory_rewind(struct memory_stream *stream) {
  __pendulum_seek_memory(stream, 0, 0);
  stream->has_ended = 0;
  stream->has_failed = 0;
}

//: __pendulum_memory_ftell: [part] ftell for memory
long __pendulum_memory_ftell(struct memory_stream *stream) {
  IS_USABLE
  return (long)((stream->appends && stream->last == output ? stream->end : stream->at) + stream->count);
}

//: __pendulum_memory_feof: [part] feof for memory
int __pendulum_memory_feof(struct memory_stream *stream) { return stream->has_ended; }

//: __pendulum_memory_ferror: [part] ferror for memory
int __pendulum_memory_ferror(struct memory_stream *stream) { return stream->has_failed; }

//: __pendulum_memory_clearerr: [part] clearerr for memory
void __pendulum_memory_clearerr(struct memory_stream *stream) {
  stream->has_ended = 0;
  stream->has_failed = 0;
}

//: __pendulum_memory_fpending: [part] __fpending for memory
size_t __pendulum_memory_fpending(struct memory_stream *stream) { return stream->count; }

//: __pendulum_memory_fclose: [part] fclose for memory
int __pendulum_memory_fclose(struct memory_stream *stream) {
  int result = __pendulum_flush_memory(stream);
  if (stream->owns_memory) free(stream->memory);
  stream->is_open = 0;
  return result;
}
