/**
 * The programs of the conformance kit: each is one file and one line of {@link
 * org.armci4j.testkit.conformance.program.ConformancePrograms}.
 */
package org.armci4j.testkit.conformance.program;
