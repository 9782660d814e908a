package org.armci4j.lab.simulator.network;

import org.armci4j.bootstrap.text.Text;

/**
 * A tree of switches in which each level has as many links up as down, so that any pairs of hosts
 * could talk at once if routes were chosen for them (Leiserson, 1985). Here the destination alone
 * chooses the route, as usual (D-mod-k: Zahavi, 2010).
 *
 * <p>A switch of the first level has radix/2 hosts, and each level above joins radix/2 of those
 * below. Of the links of a level each host has as good as one up and one down: the one down is that
 * to a destination, the one up that of a subtree with the destination's number in its own.
 */
public final class FatTree implements Interconnect {
  private final int hosts;
  private final int arity;
  private final int levels;
  private final Links links;

  /**
   * @param hosts how many
   * @param radix how many ports a switch has
   * @param hopNanos what a message takes for a switch
   */
  public FatTree(int hosts, int radix, double hopNanos) {
    this.hosts = hosts;
    this.arity = Math.max(2, radix / 2);
    int count = 1;
    for (long reach = arity; reach < hosts; reach *= arity) {
      count++;
    }
    this.levels = count;
    this.links = new Links(2 * levels * hosts, hopNanos);
  }

  @Override
  public double delay(int from, int to, double atNanos, long sizeBytes, double nanosPerByte) {
    double at = atNanos;
    int below = 1; // how many hosts a subtree has
    int top = 0;
    while (top < levels && from / below != to / below) {
      int number = from / below * below + to % below;
      at = links.take(link(top, false, Math.min(number, hosts - 1)), at, sizeBytes, nanosPerByte);
      below *= arity;
      top++;
    }
    for (int level = top - 1; level >= 0; level--) {
      at = links.take(link(level, true, to), at, sizeBytes, nanosPerByte);
    }
    return links.delay(atNanos, at);
  }

  private int link(int level, boolean down, int number) {
    return ((down ? levels : 0) + level) * hosts + number;
  }

  @Override
  public String busiestLink() {
    int link = links.busiest();
    int level = link / hosts;
    String way = level < levels ? "up from" : "down to";
    return level % levels == 0
        ? Text.format("%s host %d", way, link % hosts)
        : Text.format("%s a switch of level %d, number %d", way, level % levels, link % hosts);
  }

  @Override
  public long busiestLinkBytes() {
    return links.carriedBytes(links.busiest());
  }
}
