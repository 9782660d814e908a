/** The portable algorithms: one file each, each a function from a shape to a schedule. */
package org.armci4j.collectives.algorithm;
