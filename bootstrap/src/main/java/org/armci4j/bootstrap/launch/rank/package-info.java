/** What runs in the JVM of a rank before and around its program. */
package org.armci4j.bootstrap.launch.rank;
