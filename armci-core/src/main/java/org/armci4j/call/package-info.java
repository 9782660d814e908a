/** Global procedure calls: procedures that a rank registers and others call, with a reply. */
package org.armci4j.call;
