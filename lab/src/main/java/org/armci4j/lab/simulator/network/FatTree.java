package org.armci4j.lab.simulator.network;

import org.armci4j.bootstrap.text.Text;

/**
 * Simulates a fat tree: a tree of switches with as many links up as down at each level. So all
 * pairs of hosts could communicate at once if routes were chosen for them (Leiserson, 1985). Here,
 * as usual, the destination alone chooses the route (D-mod-k: Zahavi, 2010).
 *
 * <p>A switch of the first level has radix/2 hosts. Each level above joins radix/2 switches of the
 * level below. At each level every host has, in effect, one link up and one link down. A route
 * takes the destination's link down. It takes the link up with the destination's number, modulo the
 * size of the sender's subtree, in that subtree.
 */
public final class FatTree implements Interconnect {
  private final int hosts;
  private final int arity;
  private final int levels;
  private final Links links;

  /**
   * Creates the network.
   *
   * @param hosts number of hosts
   * @param radix number of ports of a switch
   * @param hopNanos time of a message in a switch
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
    int below = 1; // hosts of a subtree
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
