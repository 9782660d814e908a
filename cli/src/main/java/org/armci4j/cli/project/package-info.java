/** Makes projects that use armci4j. */
package org.armci4j.cli.project;
