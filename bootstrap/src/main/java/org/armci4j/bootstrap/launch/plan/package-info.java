/**
 * The plan of a launch: the program, its class path, how many ranks, and on which hosts. It starts
 * nothing and uses no other package of the launcher. Begin with {@link
 * org.armci4j.bootstrap.launch.plan.JobPlan}.
 */
package org.armci4j.bootstrap.launch.plan;
