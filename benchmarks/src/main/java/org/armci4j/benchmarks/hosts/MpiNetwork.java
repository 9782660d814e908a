package org.armci4j.benchmarks.hosts;

import java.util.ArrayList;
import java.util.List;

/**
 * Options of Open MPI's launcher for ranks on a pair of hosts.
 *
 * @param hosts the hosts
 */
public record MpiNetwork(HostPair hosts) {
  /**
   * Returns the options that place ranks. To Open MPI two namespaces are two hosts, so it would
   * bind the first rank of each to the same core.
   *
   * @param ranks number of all ranks
   */
  public List<String> placement(int ranks) {
    List<String> words = new ArrayList<>(List.of("--bind-to", "none"));
    if (!hosts.isOneHost()) {
      words.addAll(List.of("--host", hosts.slots(ranks)));
      words.addAll(mca("plm_rsh_agent", String.join(" ", hosts.shell())));
      hosts.mpiNetwork().ifPresent(net -> words.addAll(mca("oob_tcp_if_include", net)));
    }
    return words;
  }

  /**
   * Returns the options of Open MPI's own transport over TCP. Ranks of one host share memory, like
   * ours, unless the loopback device is measured.
   */
  public List<String> tcp() {
    List<String> words = new ArrayList<>(mca("pml", "ob1"));
    words.addAll(mca("osc", "pt2pt"));
    words.addAll(mca("btl", hosts.isOneHost() ? "self,tcp" : "self,vader,tcp"));
    hosts.mpiNetwork().ifPresent(net -> words.addAll(mca("btl_tcp_if_include", net)));
    return words;
  }

  /**
   * Returns the words that set a parameter of Open MPI.
   *
   * @param name its name
   * @param value its value
   */
  public static List<String> mca(String name, String value) {
    return List.of("--mca", name, value);
  }
}
