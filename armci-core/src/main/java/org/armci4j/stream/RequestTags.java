package org.armci4j.stream;

/** The tags of the requests under way to one rank, the oldest first. */
final class RequestTags {
  private long[] tags = new long[16];
  private int oldest;
  private int count;

  void add(long tag) {
    if (count == tags.length) {
      grow();
    }
    int place = oldest + count;
    tags[place < tags.length ? place : place - tags.length] = tag;
    count++;
  }

  /** Makes room for twice as many, up to as many as the stream's slots hold requests. */
  private void grow() {
    long[] more = new long[2 * count];
    System.arraycopy(tags, oldest, more, 0, count - oldest);
    System.arraycopy(tags, 0, more, count - oldest, oldest);
    tags = more;
    oldest = 0;
  }

  long take() {
    long tag = tags[oldest];
    oldest = oldest + 1 == tags.length ? 0 : oldest + 1;
    count--;
    return tag;
  }
}
