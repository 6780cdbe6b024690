# The 3-D page, bundled with Node.js into OUTPUT: cmake -DVIEWER=... -DWORK=... -DOUTPUT=... -P bundle.cmake
#
# Where that is not possible (no Node.js, no network) the build goes on without the page, and says so: everything else
# of the package works, and what needs the page says what to do.

function(without_page why)
  message(WARNING
    "tilemodel is built without its 3-D page: ${why}. "
    "'tilemodel view' and '--format html' will not work; install Node.js 20 or newer with npm, and build again.")
endfunction()

file(REMOVE "${OUTPUT}")
find_program(NODE node)
find_program(NPM npm)
if(NOT NODE OR NOT NPM)
  without_page("Node.js with npm was not found")
  return()
endif()

file(COPY "${VIEWER}/" DESTINATION "${WORK}" PATTERN node_modules EXCLUDE PATTERN build EXCLUDE)
execute_process(
  COMMAND "${NPM}" ci --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error
          --prefer-offline --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=3000
  WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said TIMEOUT 300)
if(failed)
  without_page("npm could not fetch its packages (${failed})\n${said}\n")
  return()
endif()

execute_process(
  COMMAND "${NODE}" bundle.mjs "${OUTPUT}"
  WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(failed)
  file(REMOVE "${OUTPUT}")
  without_page("it could not be bundled (${failed})\n${said}\n")
endif()
