/**
 * The programs of the conformance kit for collective operations: each is one line of {@link
 * org.armci4j.testkit.conformance.collective.CollectivePrograms}.
 */
package org.armci4j.testkit.conformance.collective;
