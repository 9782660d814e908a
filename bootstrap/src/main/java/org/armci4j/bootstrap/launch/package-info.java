/**
 * Starting the ranks of a job on one host and following them to their end: {@link
 * org.armci4j.bootstrap.launch.Launcher}. Ranks are processes ({@link
 * org.armci4j.bootstrap.launch.RankMain}) or threads of one JVM ({@link
 * org.armci4j.bootstrap.launch.ThreadRanksMain}).
 */
package org.armci4j.bootstrap.launch;
