/**
 * Runs ranks in tests: as threads of the JVM, or as processes through the launcher. It uses the
 * bootstrap and no JUnit engine, so programs may use it too. Begin with {@link
 * org.armci4j.testkit.harness.RankThreads} and {@link org.armci4j.testkit.harness.RankProcesses}.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.testkit.harness;
