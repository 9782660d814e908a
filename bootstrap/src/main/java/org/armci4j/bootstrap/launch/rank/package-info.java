/** The code of a rank's JVM that runs before and around the rank's program. */
package org.armci4j.bootstrap.launch.rank;
