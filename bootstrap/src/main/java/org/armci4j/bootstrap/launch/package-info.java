/**
 * Starting the ranks of a job on one host and following them to their end: {@link
 * org.armci4j.bootstrap.launch.Launcher}. Ranks are processes ({@link
 * org.armci4j.bootstrap.launch.rank.RankMain}) or threads of one JVM ({@link
 * org.armci4j.bootstrap.launch.rank.ThreadRanksMain}).
 */
package org.armci4j.bootstrap.launch;
