package org.armci4j.lab.simulator.network;

import org.armci4j.bootstrap.text.Text;

/**
 * Simulates a dragonfly (Kim, Dally, Scott, Abts, 2008): groups of routers. Each router is linked
 * to all routers of its group, and each group to all other groups. It is balanced: a quarter of a
 * router's ports lead to hosts, a quarter to other groups, and half to its own group. Routes are
 * the shortest: at most one link between groups, and one link inside the group before and after it.
 */
public final class Dragonfly implements Interconnect {
  private final int hosts;
  private final int hostsPerRouter;
  private final int routers;
  private final int groups;
  private final Links links;

  /**
   * Creates the network.
   *
   * @param hosts number of hosts
   * @param radix number of ports of a router
   * @param hopNanos time of a message in a router
   * @throws IllegalArgumentException when routers of that radix cannot join so many hosts
   */
  public Dragonfly(int hosts, int radix, double hopNanos) {
    this.hosts = hosts;
    this.hostsPerRouter = Math.max(1, radix / 4);
    this.routers = 2 * hostsPerRouter;
    this.groups = Math.ceilDiv(hosts, routers * hostsPerRouter);
    int most = routers * hostsPerRouter + 1;
    if (groups > most) {
      throw new IllegalArgumentException(
          Text.format(
              "a dragonfly of routers with %d ports has at most %d hosts, not %d; give more --radix"
                  + " or --ranks-per-host",
              radix, (long) most * routers * hostsPerRouter, hosts));
    }
    this.links = new Links(2 * hosts + groups * (routers * routers + groups), hopNanos);
  }

  @Override
  public double delay(int from, int to, double atNanos, long sizeBytes, double nanosPerByte) {
    int router = from / hostsPerRouter;
    int last = to / hostsPerRouter;
    int group = router / routers;
    int other = last / routers;
    double at = links.take(from, atNanos, sizeBytes, nanosPerByte);
    if (group == other) {
      at = local(group, router % routers, last % routers, at, sizeBytes, nanosPerByte);
    } else {
      at = local(group, router % routers, gate(group, other), at, sizeBytes, nanosPerByte);
      at = links.take(global(group, other), at, sizeBytes, nanosPerByte);
      at = local(other, gate(other, group), last % routers, at, sizeBytes, nanosPerByte);
    }
    at = links.take(hosts + to, at, sizeBytes, nanosPerByte);
    return links.delay(atNanos, at);
  }

  private double local(
      int group, int router, int next, double atNanos, long sizeBytes, double nanosPerByte) {
    if (router == next) {
      return atNanos;
    }
    int link = 2 * hosts + (group * routers + router) * routers + next;
    return links.take(link, atNanos, sizeBytes, nanosPerByte);
  }

  /** Returns the number, in its group, of the router with the link to another group. */
  private int gate(int group, int other) {
    return Math.floorMod(other - group - 1, groups) / hostsPerRouter;
  }

  private int global(int group, int other) {
    return 2 * hosts + groups * routers * routers + group * groups + other;
  }

  @Override
  public String busiestLink() {
    int link = links.busiest();
    if (link < 2 * hosts) {
      return Text.format("%s host %d", link < hosts ? "up from" : "down to", link % hosts);
    }
    int rest = link - 2 * hosts;
    int locals = groups * routers * routers;
    return rest < locals
        ? Text.format("inside group %d", rest / (routers * routers))
        : Text.format(
            "from group %d to group %d", (rest - locals) / groups, (rest - locals) % groups);
  }

  @Override
  public long busiestLinkBytes() {
    return links.carriedBytes(links.busiest());
  }
}
