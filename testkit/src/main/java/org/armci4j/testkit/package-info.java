/**
 * JUnit tests that run on several ranks, and what JUnit calls for them. It uses {@code harness} to
 * run the ranks, and JUnit 5 or 6. Begin with {@link org.armci4j.testkit.ArmciTest}.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.testkit;
