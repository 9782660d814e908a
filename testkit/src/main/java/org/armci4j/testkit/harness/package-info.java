/** Runs ranks in tests: as threads of the JVM, or as processes through the launcher. */
package org.armci4j.testkit.harness;
