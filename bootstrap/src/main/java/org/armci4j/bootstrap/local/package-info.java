/** Jobs whose ranks are threads of one JVM. */
package org.armci4j.bootstrap.local;
