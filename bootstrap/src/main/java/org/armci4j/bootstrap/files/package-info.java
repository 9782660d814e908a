/** Files that processes of one host share, and the folder of what is made once for a user. */
package org.armci4j.bootstrap.files;
