/** What was measured, and how it is shown to people and to programs. */
package org.armci4j.benchmarks.report;
