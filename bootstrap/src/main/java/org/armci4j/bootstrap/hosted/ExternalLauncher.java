package org.armci4j.bootstrap.hosted;

import java.util.Map;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.text.Text;

/**
 * Holds what another system's launcher tells, in variables, of the rank that it has started.
 *
 * @param name the system, for messages
 * @param job a name common to the ranks of this job and different from the user's other jobs
 * @param rank the rank
 * @param size number of ranks
 * @param oneHost whether all ranks are on this host
 * @param firstHost the host of rank 0, or null when the launcher does not tell it
 */
record ExternalLauncher(
    String name, String job, int rank, int size, boolean oneHost, String firstHost) {
  /** Variable that says which launcher to believe: {@code auto}, or {@code none}. */
  private static final String LAUNCHER = "ARMCI_LAUNCHER";

  private static final String SECRET_FILE = "ARMCI_SECRET_FILE";

  /**
   * Reads the variables.
   *
   * @return null when there is no sign of another launcher
   * @throws BootstrapException when a launcher's variables are wrong
   */
  static ExternalLauncher detect(Map<String, String> environment) {
    if ("none".equals(environment.get(LAUNCHER))) {
      return null;
    }
    Variables variables = new Variables(environment);
    if (variables.have(RankEnvironment.RANK, RankEnvironment.SIZE, SECRET_FILE)) {
      return byHand(variables);
    }
    if (variables.have("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")) {
      return openMpi(variables);
    }
    // A batch script has SLURM_PROCID too; only ranks of srun are in a numbered step.
    if (variables.have("SLURM_PROCID", "SLURM_STEP_NUM_TASKS")
        && variables.isNumber("SLURM_STEP_ID")) {
      return slurm(variables);
    }
    if (variables.have("PMI_RANK", "PMI_SIZE")) {
      return mpich(variables);
    }
    if (variables.have("JOB_COMPLETION_INDEX", RankEnvironment.SIZE)) {
      return kubernetes(variables);
    }
    return null;
  }

  private static ExternalLauncher byHand(Variables variables) {
    return new ExternalLauncher(
        "environment",
        "job-"
            + variables.text(
                RankEnvironment.JOB, variables.text(RankEnvironment.RENDEZVOUS, "one")),
        variables.number(RankEnvironment.RANK),
        variables.number(RankEnvironment.SIZE),
        false,
        null);
  }

  private static ExternalLauncher openMpi(Variables variables) {
    int size = variables.number("OMPI_COMM_WORLD_SIZE");
    return new ExternalLauncher(
        "Open MPI",
        "openmpi-"
            + variables.text("PMIX_NAMESPACE", variables.text("OMPI_MCA_ess_base_jobid", "")),
        variables.number("OMPI_COMM_WORLD_RANK"),
        size,
        size == variables.numberOr("OMPI_COMM_WORLD_LOCAL_SIZE", -1),
        null);
  }

  private static ExternalLauncher slurm(Variables variables) {
    String step = variables.text("SLURM_JOB_ID", "") + "-" + variables.text("SLURM_STEP_ID", "");
    return new ExternalLauncher(
        "Slurm",
        "slurm-" + step,
        variables.number("SLURM_PROCID"),
        variables.number("SLURM_STEP_NUM_TASKS"),
        variables.numberOr("SLURM_STEP_NUM_NODES", -1) == 1,
        firstOf(variables.text("SLURM_STEP_NODELIST", "")));
  }

  private static ExternalLauncher mpich(Variables variables) {
    int size = variables.number("PMI_SIZE");
    return new ExternalLauncher(
        "MPICH",
        "mpich-" + AncestorProcess.named("hydra_pmi_proxy"),
        variables.number("PMI_RANK"),
        size,
        size == variables.numberOr("MPI_LOCALNRANKS", -1),
        null);
  }

  private static ExternalLauncher kubernetes(Variables variables) {
    return new ExternalLauncher(
        "Kubernetes",
        "kubernetes-"
            + variables.text(
                RankEnvironment.JOB, variables.text(RankEnvironment.RENDEZVOUS, "job")),
        variables.number("JOB_COMPLETION_INDEX"),
        variables.number(RankEnvironment.SIZE),
        false,
        null);
  }

  /**
   * Returns the first host of a list such as {@code node[03-07,09],login}; null for an empty list.
   */
  static String firstOf(String nodeList) {
    int bracket = nodeList.indexOf('[');
    int comma = nodeList.indexOf(',');
    if (bracket < 0 || (comma >= 0 && comma < bracket)) {
      String first = comma < 0 ? nodeList : nodeList.substring(0, comma);
      return first.isEmpty() ? null : first;
    }
    int end = nodeList.indexOf(']', bracket);
    String number = nodeList.substring(bracket + 1, end).split("[-,]", 2)[0];
    String rest = nodeList.substring(end + 1).split(",", 2)[0];
    return nodeList.substring(0, bracket) + number + rest;
  }

  /** Returns the job's name in the form that a {@link Membership} needs. */
  String jobId() {
    String id = job.replaceAll("[^A-Za-z0-9-]", "-");
    return id.length() <= 64 ? id : id.substring(0, 48) + "-" + Integer.toHexString(job.hashCode());
  }

  /** Reads another launcher's variables. */
  private record Variables(Map<String, String> environment) {
    boolean have(String... names) {
      for (String name : names) {
        if (!environment.containsKey(name)) {
          return false;
        }
      }
      return true;
    }

    String text(String name, String otherwise) {
      return environment.getOrDefault(name, otherwise);
    }

    boolean isNumber(String name) {
      return text(name, "").matches("\\d{1,9}");
    }

    int numberOr(String name, int otherwise) {
      return isNumber(name) ? number(name) : otherwise;
    }

    int number(String name) {
      if (!isNumber(name)) {
        throw new BootstrapException(
            Text.format(
                "%s is '%s', not a number: another launcher's variables do not tell a rank (%s=none"
                    + " ignores them)",
                name, environment.get(name), LAUNCHER));
      }
      return Integer.parseInt(environment.get(name));
    }
  }
}
