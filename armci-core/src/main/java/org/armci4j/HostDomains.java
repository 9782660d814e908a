package org.armci4j;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Place;

/**
 * Groups ranks by host. The ranks of one domain reach each other's memory by loads and stores,
 * where {@link #sharesMemory} says so. Domains are numbered from 0 in the order of their lowest
 * ranks.
 *
 * <p>Obtained from {@link Armci#domains}. Source: ARMCI's {@code armci_domain_nprocs, _count, _id,
 * _glob_proc_id, _my_id} with {@code ARMCI_DOMAIN_SMP}.
 */
public final class HostDomains {
  private final int rank;
  private final boolean sharing;
  private final int[] domains;
  private final List<int[]> members = new ArrayList<>();

  HostDomains(List<Place> places, int rank, boolean sharing) {
    this.rank = rank;
    this.sharing = sharing;
    List<String> hosts = places.stream().map(Place::hostId).distinct().toList();
    this.domains = places.stream().mapToInt(place -> hosts.indexOf(place.hostId())).toArray();
    for (int domain = 0; domain < hosts.size(); domain++) {
      int wanted = domain;
      members.add(IntStream.range(0, domains.length).filter(r -> domains[r] == wanted).toArray());
    }
  }

  /**
   * Returns the number of hosts of the job's ranks.
   *
   * @return at least 1
   */
  public int count() {
    return members.size();
  }

  /**
   * Returns the domain of this rank.
   *
   * @return from 0 to {@link #count} − 1
   */
  public int mine() {
    return domains[rank];
  }

  /**
   * Returns the domain of a rank.
   *
   * @param of a rank of the job
   * @return from 0 to {@link #count} − 1
   * @throws ArmciException when there is no such rank
   */
  public int domain(int of) {
    if (of < 0 || of >= domains.length) {
      throw new ArmciException(
          Text.format("domain: there is no rank %d, ranks are 0 to %d", of, domains.length - 1));
    }
    return domains[of];
  }

  /**
   * Returns the ranks of a domain.
   *
   * @param domain from 0 to {@link #count} − 1
   * @return a copy, in rising order
   * @throws ArmciException when there is no such domain
   */
  public int[] ranks(int domain) {
    if (domain < 0 || domain >= members.size()) {
      throw new ArmciException(
          Text.format(
              "ranks: there is no domain %d, domains are 0 to %d", domain, members.size() - 1));
    }
    return members.get(domain).clone();
  }

  /**
   * Returns whether ranks of one domain reach each other's memory by loads and stores. False where
   * settings send operations between ranks of one host through the network.
   *
   * @return the same on all ranks, as such settings are
   */
  public boolean sharesMemory() {
    return sharing;
  }

  /**
   * Returns whether a rank is on this rank's host.
   *
   * @param of a rank of the job
   * @return true for ranks of this rank's domain
   * @throws ArmciException when there is no such rank
   */
  public boolean isHere(int of) {
    return domain(of) == mine();
  }
}
