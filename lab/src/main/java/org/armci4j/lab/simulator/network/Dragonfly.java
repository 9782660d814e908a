package org.armci4j.lab.simulator.network;

import org.armci4j.bootstrap.text.Text;

/**
 * Groups of routers, each linked to all of its group, and each group to all others (Kim, Dally,
 * Scott, Abts, 2008). Balanced: a router has a quarter of its ports to hosts, a quarter to other
 * groups, and half to its own. Routes are the shortest: at most one link between groups, and one in
 * each group before and after it.
 */
public final class Dragonfly implements Interconnect {
  private final int hosts;
  private final int hostsPerRouter;
  private final int routers;
  private final int groups;
  private final Links links;

  /**
   * @param hosts how many
   * @param radix how many ports a router has
   * @param hopNanos what a message takes for a router
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

  /** The router of a group that has the link to another. */
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
