package org.armci4j.bootstrap.hosted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.MeetingPlace;
import org.armci4j.bootstrap.Membership;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What other systems' launchers say of a rank. */
class ExternalLauncherTest {
  private static final Map<String, String> OPEN_MPI =
      Map.of(
          "OMPI_COMM_WORLD_RANK", "3",
          "OMPI_COMM_WORLD_SIZE", "8",
          "OMPI_COMM_WORLD_LOCAL_SIZE", "4",
          "PMIX_NAMESPACE", "prterun-node1-17@1");

  private static final Map<String, String> SLURM =
      Map.of(
          "SLURM_PROCID", "5",
          "SLURM_JOB_ID", "77",
          "SLURM_STEP_ID", "0",
          "SLURM_STEP_NUM_TASKS", "6",
          "SLURM_STEP_NUM_NODES", "3",
          "SLURM_STEP_NODELIST", "node[03-05]",
          "PMI_RANK", "9",
          "PMI_SIZE", "99");

  private static Map<String, String> with(Map<String, String> variables, String... more) {
    Map<String, String> all = new TreeMap<>(variables);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private static Membership detect(Map<String, String> variables) {
    return new ExternalLaunchDetector().detect(variables);
  }

  @Test
  void openMpi() {
    assertEquals(
        new ExternalLauncher("Open MPI", "openmpi-prterun-node1-17@1", 3, 8, false, null),
        ExternalLauncher.detect(OPEN_MPI));
    assertTrue(
        ExternalLauncher.detect(with(OPEN_MPI, "OMPI_COMM_WORLD_LOCAL_SIZE", "8")).oneHost());
    assertEquals("openmpi-prterun-node1-17-1", detect(OPEN_MPI).jobId());
  }

  @Test
  void mpich() {
    ExternalLauncher rank =
        ExternalLauncher.detect(Map.of("PMI_RANK", "1", "PMI_SIZE", "2", "MPI_LOCALNRANKS", "2"));
    assertEquals(1, rank.rank());
    assertEquals(2, rank.size());
    assertTrue(rank.oneHost());
  }

  @Test
  void slurm() {
    assertEquals(
        new ExternalLauncher("Slurm", "slurm-77-0", 5, 6, false, "node03"),
        ExternalLauncher.detect(SLURM));
    assertTrue(ExternalLauncher.detect(with(SLURM, "SLURM_STEP_NUM_NODES", "1")).oneHost());
    assertNull(
        ExternalLauncher.detect(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "4")), "a script");
  }

  @Test
  void anIndexedKubernetesJob() {
    Map<String, String> variables =
        Map.of(
            "JOB_COMPLETION_INDEX", "2",
            "ARMCI_SIZE", "4",
            "ARMCI_RENDEZVOUS", "solve-0.solve:7717",
            "ARMCI_SECRET_FILE", "/etc/armci/secret");
    ExternalLauncher rank = ExternalLauncher.detect(variables);
    assertEquals("Kubernetes", rank.name());
    Membership membership = detect(variables);
    assertEquals(2, membership.rank());
    assertEquals(4, membership.size());
    assertEquals("kubernetes-solve-0-solve-7717", membership.jobId());
    assertInstanceOf(HostedJob.class, membership.place());
  }

  @Test
  void byHand() {
    Map<String, String> variables =
        Map.of("ARMCI_RANK", "1", "ARMCI_SIZE", "2", "ARMCI_SECRET_FILE", "/s", "ARMCI_JOB", "j");
    assertEquals(
        new ExternalLauncher("environment", "job-j", 1, 2, false, null),
        ExternalLauncher.detect(variables));
  }

  @Test
  void aJobOfOneNeedsNoMeetingPlace() {
    Map<String, String> one = Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE", "1");
    assertEquals(MeetingPlace.none(), detect(one).place());
  }

  @Test
  void noLauncherOrNoneToBelieveIsNoMembership() {
    assertNull(detect(Map.of()));
    assertNull(detect(with(OPEN_MPI, "ARMCI_LAUNCHER", "none")));
  }

  @ParameterizedTest
  @CsvSource({
    "OMPI_COMM_WORLD_RANK, many, OMPI_COMM_WORLD_RANK is 'many'",
    "OMPI_COMM_WORLD_RANK, 8, rank 8 is not in a job of 8",
    "OMPI_COMM_WORLD_SIZE, 0, 0",
  })
  void wrongVariablesAreToldOf(String name, String value, String message) {
    var told = assertThrows(BootstrapException.class, () -> detect(with(OPEN_MPI, name, value)));
    assertTrue(told.getMessage().contains(message), told.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"node7|node7", "a,b|a", "node[03-07,09],x|node03", "a,b[1-2]|a", "r[1,3]n|r1n"})
  void theFirstOfAListOfHosts(String list, String first) {
    assertEquals(first, ExternalLauncher.firstOf(list));
  }
}
