/**
 * The programs of the conformance kit for collective operations. They use {@code trial} and a plain
 * model of each collective. Begin with {@link
 * org.armci4j.testkit.conformance.collective.CollectivePrograms}: each program is one of its lines.
 */
package org.armci4j.testkit.conformance.collective;
