package org.armci4j.bootstrap.launch.sweep;

import java.util.Map;
import org.armci4j.bootstrap.RankEnvironment;

/**
 * Names the processes of one host that end together, by a variable of their environments. The end
 * of a launcher is the end of its whole job. The end of an agent is that of its own ranks alone:
 * other agents of the job may run on the same machine, and it is the launcher that decides about
 * their ranks.
 *
 * @param ranks the variable of the ranks and of all that they start, with its value
 * @param agents the variable of the agents that end with them once they are stopped, with its
 *     value; empty for an agent's own part
 */
public record SweepScope(String ranks, String agents) {
  /** Returns the scope of a launcher: all ranks of a job, and its stopped agents. */
  public static SweepScope job(String jobId) {
    return new SweepScope(RankEnvironment.JOB + "=" + jobId, agent(jobId));
  }

  /**
   * Returns the scope of an agent.
   *
   * @param part the name that it gives its ranks
   */
  public static SweepScope part(String part) {
    return new SweepScope(RankEnvironment.PART + "=" + part, "");
  }

  /** Returns the scope to which a rank with {@code environment} belongs; null for none. */
  public static SweepScope ofRank(Map<String, String> environment) {
    String part = environment.get(RankEnvironment.PART);
    if (part != null) {
      return part(part);
    }
    String jobId = environment.get(RankEnvironment.JOB);
    return jobId == null ? null : job(jobId);
  }

  /** Returns the variable of an agent that runs ranks of {@code jobId}. */
  static String agent(String jobId) {
    return RankEnvironment.AGENT + "=" + jobId;
  }
}
