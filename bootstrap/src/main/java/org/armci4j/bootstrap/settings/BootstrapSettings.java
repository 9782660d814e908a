package org.armci4j.bootstrap.settings;

import java.time.Duration;
import java.util.List;

/**
 * Defines the settings of the bootstrap: how ranks find each other and how long they wait for it.
 */
public final class BootstrapSettings implements SettingsProvider {
  /**
   * How long a rank tries to reach the rendezvous and to prove itself. On one host a connection
   * ends with the launcher, so there the time runs only without a connection.
   */
  public static final Setting<Duration> CONNECT_TIMEOUT =
      positive(
          Setting.duration(
              "connectTimeout",
              Duration.ofSeconds(10),
              "how long a rank tries to reach the rendezvous and prove itself"));

  /** How long an exchange of addresses waits for the next of the other ranks to come. */
  public static final Setting<Duration> EXCHANGE_TIMEOUT =
      positive(
              Setting.duration(
                  "exchangeTimeout",
                  Duration.ofSeconds(60),
                  "how long a set-up exchange waits for the next of the other ranks to come"))
          .asInternal();

  /** How long a new connection may take to prove the job's secret. */
  public static final Setting<Duration> PROOF_TIMEOUT =
      positive(
              Setting.duration(
                  "proofTimeout",
                  Duration.ofSeconds(5),
                  "how long a new connection to the rendezvous may take to prove the secret"))
          .asInternal();

  /** How long the server waits for a better reason than a lost connection, such as an exit code. */
  public static final Setting<Duration> LOSS_GRACE =
      Setting.duration(
              "lossGrace",
              Duration.ofMillis(500),
              "how long a lost rank waits for a better reason than 'connection lost'")
          .asInternal();

  /** How long a rank, or the launcher, may be silent before it counts as failed. */
  public static final Setting<Duration> HEARTBEAT_TIMEOUT =
      Setting.duration(
          "heartbeatTimeout",
          Duration.ofSeconds(30),
          "how long a rank or the launcher may be silent, as when stopped, before it counts as"
              + " failed; 0s is forever");

  /** What becomes of the job when a rank fails. */
  public static final Setting<OnFailure> ON_FAILURE =
      Setting.choice(
          "onFailure",
          OnFailure.ABORT,
          "what a rank's failure does: abort ends the job, continue lets the other ranks go on,"
              + " replace starts the rank again (--spares)");

  /** How long ranks that meet again after a failure wait for one that has not noticed it. */
  public static final Setting<Duration> REJOIN_TIMEOUT =
      positive(
          Setting.duration(
              "rejoinTimeout",
              Duration.ofMinutes(10),
              "how long ranks that open again after a failure wait for the others (--spares)"));

  /** How long the agent of a host bears a silent launcher. */
  public static final Setting<Duration> AGENT_TIMEOUT =
      Setting.duration(
              "agentTimeout",
              Duration.ofSeconds(60),
              "how long the launcher may be silent, as when stopped, before the agents of hosts"
                  + " (--hosts) end their ranks; 0s is forever")
          .asInternal();

  /** Largest message to or from the rendezvous, in bytes. */
  public static final Setting<Long> FRAME_LIMIT =
      Setting.size("frameLimit", 16L << 20, "the largest message to or from the rendezvous")
          .where("a size from 4KiB to 1GiB", bytes -> bytes >= 4 << 10 && bytes <= 1 << 30)
          .asInternal();

  /** Command that runs a command line on a host that {@code --hosts} names. */
  public static final Setting<String> SSH_COMMAND =
      Setting.text(
          "sshCommand",
          "ssh -x -T -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=3",
          "with the host and a command line after it, runs that there (--hosts)");

  /** Command that starts Java on hosts that {@code --hosts} names. */
  public static final Setting<String> REMOTE_JAVA =
      Setting.text("remoteJava", "", "the java command on other hosts; empty: at the same place");

  /** Address at which the rendezvous listens when hosts are named. */
  public static final Setting<String> RENDEZVOUS_ADDRESS =
      Setting.text(
          "rendezvousAddress",
          "",
          "address of this host that named hosts can reach; empty: the one on the way to them");

  /** Identifies the host of a rank. */
  public static final Setting<String> HOST_ID =
      Setting.text(
              "hostId",
              "",
              "ranks with different ones are taken to be on different hosts; empty: found out")
          .asInternal();

  /** File with the secret of ranks that another system's launcher has started. */
  public static final Setting<String> SECRET_FILE =
      Setting.text(
          "secretFile",
          "",
          "file with the job's secret, for ranks that mpirun, srun or others start on several"
              + " hosts");

  /** Key and certificate for encryption between ranks and rendezvous. */
  public static final Setting<String> TLS_STORE =
      Setting.text(
          "tlsStore",
          "",
          "PKCS12 file of one key and certificate, the same on all hosts: ranks and rendezvous"
              + " speak TLS; empty: they do not");

  /** File with the password of {@link #TLS_STORE}. */
  public static final Setting<String> TLS_PASSWORD_FILE =
      Setting.text("tlsPasswordFile", "", "file with the password of tlsStore");

  /** Folder in which ranks that another system's launcher has started find rank 0's address. */
  public static final Setting<String> JOB_DIRECTORY =
      Setting.text(
          "jobDirectory",
          "",
          "folder in which rank 0 says where it is when mpirun, srun or others start the ranks;"
              + " empty: one below the folder for temporary files");

  /**
   * Folder of the files of shared memory; the launcher deletes the files that killed ranks leave.
   */
  public static final Setting<String> SHM_DIRECTORY =
      Setting.text(
          "shmDirectory", "/dev/shm", "directory of a memory file system, for shared memory");

  /** All settings of the bootstrap, in the order of a listing. */
  public static final List<Setting<?>> ALL =
      List.of(
          CONNECT_TIMEOUT,
          EXCHANGE_TIMEOUT,
          PROOF_TIMEOUT,
          LOSS_GRACE,
          HEARTBEAT_TIMEOUT,
          ON_FAILURE,
          REJOIN_TIMEOUT,
          AGENT_TIMEOUT,
          FRAME_LIMIT,
          SSH_COMMAND,
          REMOTE_JAVA,
          RENDEZVOUS_ADDRESS,
          HOST_ID,
          SECRET_FILE,
          TLS_STORE,
          TLS_PASSWORD_FILE,
          JOB_DIRECTORY,
          SHM_DIRECTORY);

  /** Makes a provider; for the service loader. */
  public BootstrapSettings() {}

  @Override
  public List<Setting<?>> settings() {
    return ALL;
  }

  private static Setting<Duration> positive(Setting<Duration> setting) {
    return setting.where(
        "a span of time above zero such as 500ms or 5s", span -> span.compareTo(Duration.ZERO) > 0);
  }
}
