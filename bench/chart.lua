return { draw = function() return "" end }
