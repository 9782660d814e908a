package org.armci4j.benchmarks.driver;

import java.util.List;
import java.util.function.IntFunction;

/**
 * Something that is measured: a program that runs on so many ranks and prints {@link ResultLines}.
 *
 * @param name as the report calls it
 * @param launch the command that starts it on a number of ranks; the suite's arguments follow
 */
public record Subject(String name, IntFunction<List<String>> launch) {}
