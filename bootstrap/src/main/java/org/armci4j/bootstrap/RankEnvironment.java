package org.armci4j.bootstrap;

import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The part of a {@link Membership} that a launcher tells a process by environment variables. The
 * secret is not among them: an environment can be read by other processes of the user, and is
 * inherited by whatever the rank starts.
 */
public final class RankEnvironment {
  /** The rank. */
  public static final String RANK = "ARMCI_RANK";

  /** Number of ranks of the job. */
  public static final String SIZE = "ARMCI_SIZE";

  /** Where the ranks meet: address and port, or on one host the path of a socket. */
  public static final String RENDEZVOUS = "ARMCI_RENDEZVOUS";

  /** The job's public name. */
  public static final String JOB = "ARMCI_JOB";

  /** In an agent's own environment: the job for which it runs ranks. Its ranks do not have it. */
  public static final String AGENT = "ARMCI_AGENT";

  private static final String TERMINAL = "ARMCI_TERMINAL";

  private static final Set<String> NAMES = Set.of(RANK, SIZE, RENDEZVOUS, JOB, AGENT, TERMINAL);

  private RankEnvironment() {}

  /** The variables that tell a process who it is. */
  public static Map<String, String> write(Membership membership) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(RANK, Integer.toString(membership.rank()));
    variables.put(SIZE, Integer.toString(membership.size()));
    variables.put(JOB, membership.jobId());
    variables.put(TERMINAL, Boolean.toString(membership.terminal()));
    SocketAddress rendezvous = membership.rendezvous();
    if (rendezvous != null) {
      variables.put(RENDEZVOUS, RendezvousAddress.print(rendezvous));
    }
    return variables;
  }

  /** Whether a variable of this name is one of those that tell a process its membership. */
  public static boolean isMembership(String name) {
    return NAMES.contains(name);
  }

  /** Whether a launcher has told this process that it is a rank. */
  static boolean isPresent(Map<String, String> environment) {
    return environment.containsKey(RANK) || environment.containsKey(SIZE);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param places makes the meeting place of a rendezvous, of its address and of the job's secret,
   *     which came another way; not called when there is no rendezvous
   * @throws BootstrapException when a variable is missing or wrong
   */
  public static Membership read(
      Map<String, String> environment, Function<SocketAddress, MeetingPlace> places) {
    String rendezvous = environment.get(RENDEZVOUS);
    try {
      return new Membership(
          Integer.parseInt(need(environment, RANK)),
          Integer.parseInt(need(environment, SIZE)),
          need(environment, JOB),
          Boolean.parseBoolean(environment.get(TERMINAL)),
          rendezvous == null
              ? MeetingPlace.none()
              : places.apply(RendezvousAddress.parse(rendezvous)));
    } catch (IllegalArgumentException wrong) {
      throw new BootstrapException(
          "the launcher's environment variables (ARMCI_RANK and others) do not tell a rank: "
              + wrong.getMessage(),
          wrong);
    }
  }

  private static String need(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is not set");
    }
    return value;
  }
}
