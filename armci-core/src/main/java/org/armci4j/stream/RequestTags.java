package org.armci4j.stream;

/** The tags of the requests under way to one rank, the oldest first. */
final class RequestTags {
  private final long[] tags;
  private int newest;
  private int oldest;

  /** Makes room for as many tags as requests can be under way. */
  RequestTags(int most) {
    this.tags = new long[most];
  }

  void add(long tag) {
    tags[newest] = tag;
    newest = after(newest);
  }

  long take() {
    long tag = tags[oldest];
    oldest = after(oldest);
    return tag;
  }

  private int after(int place) {
    return place + 1 == tags.length ? 0 : place + 1;
  }
}
