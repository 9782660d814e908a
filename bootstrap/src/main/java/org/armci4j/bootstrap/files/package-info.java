/** Files that processes of one host share. */
package org.armci4j.bootstrap.files;
