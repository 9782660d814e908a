/**
 * One page about everything: {@code armci bench report} runs the other suites with few points, and
 * shows their figures in the terminal, as a file, and as a page with plots. Begin at {@code
 * ReportBenchmark}; {@code ReportPage} makes the page from a file of results alone.
 */
package org.armci4j.benchmarks.page;
